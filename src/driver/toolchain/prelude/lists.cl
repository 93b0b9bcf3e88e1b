#pragma clang system_header
/*
 * What the other files of the prelude are written with. clang declares its own functions of a name
 * only where no other declaration of the name is: whoever adds one has to declare them all.
 */

/* gnu_inline: no code unless it is called. */
#define WARPWALK_DECLARED __attribute__((overloadable))
#define WARPWALK_ADDED extern inline __attribute__((overloadable, always_inline, gnu_inline))

#define WARPWALK_VECTORS(what, type, ...)                                                      \
	what(type##2, ##__VA_ARGS__) what(type##3, ##__VA_ARGS__) what(type##4, ##__VA_ARGS__) \
		what(type##8, ##__VA_ARGS__) what(type##16, ##__VA_ARGS__)
#define WARPWALK_SIZES(what, type, ...)                                                        \
	what(type, ##__VA_ARGS__) WARPWALK_VECTORS(what, type, ##__VA_ARGS__)
#define WARPWALK_INTEGERS(what, ...)                                                           \
	what(char, ##__VA_ARGS__) what(uchar, ##__VA_ARGS__) what(short, ##__VA_ARGS__)        \
		what(ushort, ##__VA_ARGS__) what(int, ##__VA_ARGS__) what(uint, ##__VA_ARGS__) \
			what(long, ##__VA_ARGS__) what(ulong, ##__VA_ARGS__)
#define WARPWALK_SCALARS(what, ...)                                                            \
	WARPWALK_INTEGERS(what, ##__VA_ARGS__)                                                 \
	what(float, ##__VA_ARGS__) what(double, ##__VA_ARGS__)
