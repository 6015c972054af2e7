import type { Bench } from './bench.ts'
import { capacity } from './capacity.ts'
import { changes } from './changes.ts'
import { citus } from './citus.ts'
import { coldOpen } from './cold-open.ts'
import { commit } from './commit.ts'
import { deleteProject } from './delete-project.ts'
import { feed } from './feed.ts'
import { firstSync } from './first-sync.ts'
import { firstVisit } from './first-visit.ts'
import { flat } from './flat.ts'
import { heap } from './heap.ts'
import { lists } from './lists.ts'
import { longList } from './long-list.ts'
import { memory } from './memory.ts'
import { send } from './send.ts'
import { visible } from './visible.ts'
import { weight } from './weight.ts'

export const benches = {
  'first-visit': firstVisit,
  'first-sync': firstSync,
  'cold-open': coldOpen,
  commit,
  heap,
  lists,
  send,
  feed,
  capacity,
  changes,
  visible,
  memory,
  flat,
  'long-list': longList,
  'delete-project': deleteProject,
  weight,
  citus,
} satisfies Record<string, Bench>

export type BenchName = keyof typeof benches
