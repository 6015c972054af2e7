// Verbs that need more than rows; act-call.ts has the others.
import type { VerbCall } from './http/calls/verb-call.ts'
import { linkPerson } from './entities/investors/link-person.ts'
import { unlinkPerson } from './entities/investors/unlink-person.ts'

export const serverVerbs: readonly Pick<VerbCall, 'call'>[] = [linkPerson, unlinkPerson]
