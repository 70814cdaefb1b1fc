/** How long a group has between TERM and KILL. */
export const GRACE_MS = 2000;
/** After this pause in an ended program's output, whoever else holds the pipe is not waited for. */
export const QUIET_MS = 200;
/** Nor is one who goes on writing into it waited for longer than this. */
export const MOST_MS = 1000;
