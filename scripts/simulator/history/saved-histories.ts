// Saved as steps, so that changes to the recipes do not alter them.
import type { Recipe } from './step.ts'

export const savedHistories: Readonly<Record<string, Recipe>> = {
  // The page ends at the hiding, while the project is visible again, so only this page can contain the tombstone.
  'a project is hidden, shown and hidden between two pages': {
    seed: 7_300_808,
    steps: [
      { kind: 'act', who: 791_351, verb: 'show', dice: 934_262 },
      { kind: 'deliver', which: 251_805, fault: 'again' },
      { kind: 'act', who: 427_871, verb: 'show', dice: 52_792 },
      { kind: 'deliver', which: 800_360, fault: 'hold' },
      { kind: 'act', who: 90_501, verb: 'show', dice: 790_473 },
    ],
  },
  // Without localStorage the second tab does not know that the first has hidden a set, and reuses its generation.
  'a role is taken and given back while the tab that syncs is frozen': {
    seed: 7_300_928,
    steps: [
      { kind: 'act', who: 970_541, verb: 'create', dice: 698_562 },
      { kind: 'deliver', which: 629_079 },
      { kind: 'role', dice: 501_146 },
      { kind: 'crash', who: 516_238, verb: 'edit', turns: 17, dice: 394_409 },
      { kind: 'deliver', which: 479_361 },
      { kind: 'deliver', which: 451_878 },
      { kind: 'freeze', who: 768_471, dice: 177_443 },
      { kind: 'role', dice: 549_062 },
    ],
  },
}
