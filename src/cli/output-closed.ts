/** Whoever read standard output has read enough, as `head` does: nothing to report. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}
