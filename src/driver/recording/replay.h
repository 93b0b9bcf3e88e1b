/* A recorded program as an application: its launches, with what it wrote between them. */
#ifndef DRIVER_RECORDING_REPLAY_H
#define DRIVER_RECORDING_REPLAY_H

#include "driver/workload/workload.h"

/* Whether it names a recording, by its ending; an "@12" behind it was taken away. */
bool replay_is_recording(const char *argument);

/* NULL with one line when there is none. What is wrong further on is said when the app is verified:
 * each buffer is compared with what the recorded program's kernels left there. */
struct app *replay_open(const char *path, struct error *err);

#endif
