// The calls of all verbs that entities have besides creating, updating, deleting and restoring.
import type { VerbCall } from './http/verb-call.ts'
import { linkPerson } from './investors/link-person.ts'
import { mergeInvestor } from './investors/merge.ts'
import { unlinkPerson } from './investors/unlink-person.ts'
import { exitProject } from './projects/exit-project.ts'

export const verbs: readonly Pick<VerbCall, 'call'>[] = [linkPerson, unlinkPerson, mergeInvestor, exitProject]
