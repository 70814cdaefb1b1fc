import { constants } from 'node:os';
import { classOf } from './call-tool.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ProcessEnd {
  /** Resolves with an exit code once the process is told to end, or can no longer be trusted to go on. */
  readonly asked: Promise<number>;
  release(): void;
}

/** Listens for signals and for errors nobody caught; of these only the class is ever shown. */
export function watchProcess(warn: (message: string) => void): ProcessEnd {
  const { promise: asked, resolve } = Promise.withResolvers<number>();
  const onSignal = (signal: (typeof SIGNALS)[number]): void => resolve(128 + constants.signals[signal]);
  const onError = (error: unknown): void => {
    warn(`internal error: ${classOf(error)}`);
    resolve(1);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  return {
    asked,
    release() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      process.off('uncaughtException', onError).off('unhandledRejection', onError);
    },
  };
}
