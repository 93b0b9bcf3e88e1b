/* Signals while work is held, as one process sees them; tests/cli/signals.sh has the commands. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

#include "cli/interrupt.h"

enum { PATIENCE_US = 700000 };

/* The exit status of a process that gets both signals while it holds them. */
static int held_through(int first, int second, unsigned between_us)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		close(STDERR_FILENO);
		interrupt_catch();
		interrupt_hold();
		raise(first);
		usleep(between_us);
		raise(second);
		_exit(interrupt_noted() ? 0 : 1);
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* timeout(1) signals its child, and then the child's group. */
TEST(the_same_signal_twice_at_once_is_one_wish)
{
	CHECK_EQ(held_through(SIGTERM, SIGTERM, 0), 0);
}

TEST(later_or_another_it_ends_the_program)
{
	CHECK_EQ(held_through(SIGTERM, SIGTERM, PATIENCE_US), 128 + SIGTERM);
	CHECK_EQ(held_through(SIGINT, SIGTERM, 0), 128 + SIGTERM);
}
