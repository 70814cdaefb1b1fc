/** Ctrl-C at a prompt: the program ends as if the signal had ended it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
