// Mistakes that somebody could make in what keeps the people of one browser apart. The histories of a shared browser must
// find every one of them.
import type { SourceMutant } from '../mutate-source.ts'

export const windowMutants = {
  'a request leaves whoever is signed in': {
    file: 'web/store/own-fetch.ts',
    find: '    if (now !== null && now !== person) return refusal()\n    const headers = new Headers(init.headers)\n    headers.set(personHeader, person)\n',
    put: '    const headers = new Headers(init.headers)\n    if (now === person) headers.set(personHeader, person)\n',
  },
  'a request does not say whose it is': {
    file: 'web/store/own-fetch.ts',
    find: '    headers.set(personHeader, person)\n',
    put: '',
  },
  'the server does not compare whose request it is': {
    file: 'sync-server/http/whose-request.ts',
    find: 'person !== undefined && person !== session.person.id) throw',
    put: "person === '') throw",
  },
  'the cookie is never compared': {
    file: 'web/session/session.ts',
    find: 'said !== null && said !== endedPerson && said !== identity.id',
    put: 'said !== said',
  },
  'a look clears nothing': {
    file: 'web/session/session.ts',
    find: '      clear()\n      return then(compare)',
    put: '      return then(compare)',
  },
  'sealing leaves the rows': {
    file: 'web/store/seal.ts',
    find: '      await deleteDatabases(deps, [feedDatabaseName(name)])\n',
    put: '',
  },
} satisfies Record<string, SourceMutant>

export type WindowMutantName = keyof typeof windowMutants

/** Those that die within a few histories: they are hunted in every test run. */
export const quickMutants = [
  'a request does not say whose it is',
  'sealing leaves the rows',
] satisfies WindowMutantName[]
