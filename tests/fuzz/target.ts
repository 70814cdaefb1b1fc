import type * as fc from 'fast-check';

/** What holds for every generated case. */
export interface Claim {
  /** A sentence. */
  readonly holds: string;
  readonly property: fc.IRawProperty<unknown>;
  /** Cases in a round; fewer where each takes long. */
  readonly cases: number;
}

/** A part of the program to fuzz: several claims, which take turns. */
export interface Target {
  readonly claims: readonly Claim[];
  /** Takes away what the target made. */
  readonly close?: () => Promise<void>;
}

/** A claim from a property of whatever arguments. */
export function claim<T>(holds: string, cases: number, property: fc.IRawProperty<T>): Claim {
  return { holds, cases, property };
}
