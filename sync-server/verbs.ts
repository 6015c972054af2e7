import type { VerbCall } from './http/calls/verb-call.ts'
import { linkPerson } from './entities/investors/link-person.ts'
import { mergeInvestor } from './entities/investors/merge.ts'
import { unlinkPerson } from './entities/investors/unlink-person.ts'
import { exitProject } from './entities/projects/exit-project.ts'

export const verbs: readonly Pick<VerbCall, 'call'>[] = [linkPerson, unlinkPerson, mergeInvestor, exitProject]
