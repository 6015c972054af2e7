// The shared-browser histories must find every one.
import type { SourceMutant } from '../mutants/mutate-source.ts'

export const windowMutants = {
  'a request leaves whoever is signed in': {
    breaks: 'WHO4',
    file: 'web/store/wire/person-fetch.ts',
    find: '    if (now !== null && now !== person) return refusal()\n    const headers = new Headers(init.headers)\n    headers.set(personHeader, person)\n',
    put: '    const headers = new Headers(init.headers)\n    if (now === person) headers.set(personHeader, person)\n',
  },
  'a request does not say whose it is': {
    breaks: 'WHO1',
    file: 'web/store/wire/person-fetch.ts',
    find: '    headers.set(personHeader, person)\n',
    put: '',
    firstHistory: 1,
  },
  'the server does not compare whose request it is': {
    breaks: 'WHO1',
    file: 'sync-server/http/headers/check-person.ts',
    find: 'person !== undefined && person !== session.person.id) throw',
    put: "person === '') throw",
  },
  'the cookie is never compared': {
    breaks: 'WHO3',
    file: 'web/session/session.ts',
    find: 'cookiePerson !== null && cookiePerson !== endedPerson && cookiePerson !== identity.id',
    put: 'cookiePerson !== cookiePerson',
  },
  'a look clears nothing': {
    breaks: 'WHO4',
    file: 'web/session/session.ts',
    find: '      clearScreen()\n      return enqueue(compareCookie)',
    put: '      return enqueue(compareCookie)',
  },
  'a portal says who is signed in': {
    breaks: 'WHO14',
    file: 'web/session/fetch-session.ts',
    find: '    if (!response.headers.has(protocolHeader)) return unreachable\n',
    put: '',
  },
  'a portal responds to a store': {
    breaks: 'WHO6',
    file: 'web/store/wire/request.ts',
    find: 'const isFromServer = response.headers.has(protocolHeader)',
    put: 'const isFromServer = true',
  },
  'sealing leaves the rows': {
    breaks: 'WHO5',
    file: 'web/store/seal.ts',
    find: '        if (isGone()) await removeReadable(deps, name)\n',
    put: '',
    firstHistory: 1,
  },
  'whoever comes in does not seal the last person': {
    breaks: 'WHO5',
    file: 'web/session/former-people.ts',
    find: '    await sealAllBut(identity, await remembered())\n',
    put: '',
  },
  'whoever comes in is not remembered': {
    breaks: 'WHO5',
    file: 'web/session/former-people.ts',
    find: '    await remember(identity)\n',
    put: '',
  },
  'sealing takes what was not sent': {
    breaks: 'WHO5',
    file: 'web/store/seal.ts',
    find: 'await deleteDatabases(deps, [feedDatabaseName(name)])',
    put: 'await deleteDatabases(deps, indexedDbNames(name))',
  },
  'words in a form are not kept for their person': {
    breaks: 'WHO4',
    file: 'web/session/session.ts',
    find: 'previous, waiting, current: null }, saveDrafts)',
    put: 'previous, waiting, current: null })',
  },
  'whoever goes on begins at the last person’s address': {
    breaks: 'WHO4',
    file: 'web/session/session.ts',
    find: "        setState({ kind: 'loading' })\n        showFirstPage()\n",
    put: "        setState({ kind: 'loading' })\n",
  },
  'whoever comes after a logout begins at the last person’s address': {
    breaks: 'WHO7',
    file: 'web/session/session.ts',
    find: "    setState({ kind: 'signed-out' })\n    showFirstPage()\n",
    put: "    setState({ kind: 'signed-out' })\n",
  },
  'a wipe leaves the outbox': {
    breaks: 'WHO7',
    file: 'web/store/wipe.ts',
    find: 'await deleteDatabases(deps, indexedDbNames(name))',
    put: "await deleteDatabases(deps, indexedDbNames(name).filter((each) => !each.endsWith('outbox')))",
  },
  'a logout that is cut off is forgotten': {
    breaks: 'WHO19',
    file: 'web/session/session.ts',
    find: '    await wipeAllDeparted().catch(() => {})\n',
    put: '',
  },
  'whoever logs out is not named': {
    breaks: 'WHO16',
    file: 'web/session/session.ts',
    find: '      cookie.addDeparting(identity)\n      // This logout',
    put: '      // This logout',
  },
  'a logout ends whosever session it is': {
    breaks: 'WHO15',
    file: 'web/session/session.ts',
    find: '      if (cookie.read() === identity.id) cookie.end()\n',
    put: '      cookie.end()\n',
  },
  'a logout ends no session': {
    breaks: 'WHO7',
    file: 'web/session/session.ts',
    find: '      if (cookie.read() === identity.id) cookie.end()\n',
    put: '',
  },
  'that a session is to end is forgotten before it has': {
    breaks: 'WHO7',
    file: 'web/session/session.ts',
    find: "    if (result.kind !== 'nobody') return checkLater()\n    cookie.forget()\n",
    put: '    cookie.forget()\n',
  },
  'the server goes on with a session that is to end': {
    breaks: 'WHO7',
    file: 'sync-server/http/security/find-session.ts',
    find: 'session && hasLoggedOut(context)',
    put: 'session && false',
  },
  'the last person is not sealed in their window': {
    breaks: 'WHO5',
    file: 'web/session/session.ts',
    find: '    if (cookie.read() !== previous.id) await sealAllBut(result.identity, previous, await remembered())\n',
    put: '',
  },
} satisfies Record<string, SourceMutant>
