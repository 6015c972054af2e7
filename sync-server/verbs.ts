// The calls of all verbs that entities have besides creating, updating, deleting and restoring.
import type { VerbCall } from './http/verb-call.ts'
import { linkPersonCall } from './investors/link-person.ts'
import { unlinkPersonCall } from './investors/unlink-person.ts'

export const verbs: readonly VerbCall[] = [linkPersonCall, unlinkPersonCall]
