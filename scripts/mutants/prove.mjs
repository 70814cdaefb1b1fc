import { testMutant } from './run-tests.mjs';
import { mutate } from './workshop.mjs';

/** Tries the mutants, one in each workshop at a time; tells of each as it is done. Answers the results, in the order given. */
export async function proveAll(workshops, mutants, tell) {
  const results = [];
  const waiting = [...mutants.entries()];
  const work = async (workshop) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, mutant] = next;
      const begun = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one workshop holds one mutation
      const outcome = await prove(workshop, mutant);
      results[index] = { mutant, outcome, seconds: (performance.now() - begun) / 1000 };
      tell(results[index]);
    }
  };
  await Promise.all(workshops.map(work));
  return results;
}

async function prove(workshop, mutant) {
  const restore = mutate(workshop, mutant);
  try {
    return await testMutant(workshop, mutant);
  } finally {
    restore();
  }
}
