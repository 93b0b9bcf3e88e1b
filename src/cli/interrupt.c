/* Signals that end the program, at once or when it asks; see interrupt.h. */
#include "cli/interrupt.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t noted; /* the signal */
static struct timespec noted_at;
static volatile sig_atomic_t held;
static bool terminal; /* on stderr, where a line of progress may stand */

static void say(const char *text, size_t length)
{
	ssize_t written = write(STDERR_FILENO, text, length);

	(void)written; /* nobody is left to tell */
}

/* timeout(1) signals its child, and then the group that the child is in. */
static bool is_echo(int number)
{
	struct timespec now;

	if (noted != number)
		return false;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - noted_at.tv_sec) * 1000 + (now.tv_nsec - noted_at.tv_nsec) / 1000000 <
	       500;
}

static void on_signal(int number)
{
	static const char clear[] = "\r\033[K", line[] = "warpwalk: interrupted\n";

	if (held && !noted) {
		clock_gettime(CLOCK_MONOTONIC, &noted_at);
		noted = number;
		return;
	}
	if (held && is_echo(number))
		return;
	if (terminal)
		say(clear, sizeof(clear) - 1);
	say(line, sizeof(line) - 1);
	_exit(128 + number);
}

void interrupt_catch(void)
{
	/* Output under way is not cut off by a signal that is only noted. */
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

	terminal = isatty(STDERR_FILENO);
	sigaddset(&action.sa_mask, SIGINT);
	sigaddset(&action.sa_mask, SIGTERM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

void interrupt_hold(void)
{
	held = 1;
}

void interrupt_release(void)
{
	held = 0;
}

bool interrupt_noted(void)
{
	return noted;
}

bool interrupt_status(struct error *err)
{
	err->exit_status = 128 + noted;
	return false;
}
