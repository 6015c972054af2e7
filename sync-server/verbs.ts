// The routes of all verbs that entities have besides creating, updating, deleting and restoring.
import type { VerbRoute } from './http/verb-route.ts'
import { linkPersonRoute } from './investors/link-person.ts'
import { unlinkPersonRoute } from './investors/unlink-person.ts'

export const verbs: readonly VerbRoute[] = [linkPersonRoute, unlinkPersonRoute]
