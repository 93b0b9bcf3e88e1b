# What may stand at the end of a warpwalk command line, one candidate per line: shared by bash and zsh.

# names WHAT: of warpwalk list.
_warpwalk_names() {
	warpwalk list "$1" --json 2>/dev/null | sed -n 's/^    "\(name\|id\)": "\(.*\)",$/\2/p'
}

# The papers that have figures, the figures and the claims.
_warpwalk_figures() {
	_warpwalk_names figures
	_warpwalk_names claims
	warpwalk list figures --json 2>/dev/null | sed -n 's/^    "paper": "\(.*\)",$/\1/p' | sort -u
}

# candidates COMMAND PREVIOUS WORD: command is empty while it is not known.
_warpwalk_candidates() {
	case $2 in
	-g | --gpu) _warpwalk_names gpus ;;
	-d | --design) _warpwalk_names designs ;;
	-s | --set) _warpwalk_names params | sed 's/$/=/' ;;
	--size) printf '%s\n' tiny small paper ;;
	--partition) printf '%s\n' even oracle ;;
	*)
		case $1:$3 in
		:-*) printf '%s\n' --help --version ;;
		:*) warpwalk --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p' ;;
		*:-*) warpwalk "$1" --help | grep -o -- '--[a-z][a-z-]*' | sort -u && echo --help ;;
		run:* | reach:* | emulate:* | disasm:*) _warpwalk_names workloads ;;
		reproduce:* | report:*) _warpwalk_figures ;;
		list:*)
			case $2 in
			workloads) _warpwalk_names workloads ;;
			*) printf '%s\n' gpus designs workloads params figures claims ;;
			esac
			;;
		esac
		;;
	esac
}
