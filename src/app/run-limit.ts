import { VaultError } from '../errors.ts';

/** At most `running` at once; others wait in order, at most `waiting` of them. */
export interface RunLimit {
  /** Does `work` when its turn comes. Throws `failure` when the queue is full, `signal.reason` when aborted. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createRunLimit(running: number, waiting: number): RunLimit {
  const queue: (() => void)[] = [];
  let active = 0;
  const release = (): void => {
    active -= 1;
    queue.shift()?.();
  };
  const turn = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        active += 1;
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(start), 1);
        reject(new VaultError('failure', 'cancelled'));
      };
      if (signal?.aborted === true) return reject(new VaultError('failure', 'cancelled'));
      if (active < running) return start();
      if (queue.length >= waiting) return reject(new VaultError('failure', 'too many concurrent runs'));
      queue.push(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  return {
    async run(work, signal) {
      await turn(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
