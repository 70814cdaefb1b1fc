import { testMutant } from './run-tests.mjs';
import { mutate } from './workshop.mjs';

/** Tries the mutants, one in each workshop at a time; tells of each. Answers how many were noticed. */
export async function proveAll(workshops, mutants, tell) {
  const waiting = [...mutants];
  let proven = 0;
  const work = async (workshop) => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const begun = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one workshop holds one mutation
      const outcome = await prove(workshop, mutant);
      if (outcome.kind === 'red') proven += 1;
      tell({ mutant, outcome, seconds: (performance.now() - begun) / 1000 });
    }
  };
  await Promise.all(workshops.map(work));
  return proven;
}

async function prove(workshop, mutant) {
  const restore = mutate(workshop, mutant);
  try {
    return await testMutant(workshop, mutant);
  } finally {
    restore();
  }
}
