// The app with a local store, for viewing screens without a server: `#rows=0&role=INVESTOR&connection=offline`.
import '#schema/app/without-eval.ts'
import '#web/app/start/library-styles.ts'
import { createRoot } from 'react-dom/client'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Connection, Identity } from '#web/store/base/contract.ts'
import { App } from '#web/app/app.tsx'
import { startI18n } from '#web/i18n/i18n.ts'
import { createSession } from '#web/session/session.ts'
import { fakeCookie, sessionDeps } from './fake-session.ts'
import { fill } from './many-rows.ts'
import { openTestStore, someone } from './test-store.ts'

const wanted = new URLSearchParams(location.hash.slice(1))
const rows = Number(wanted.get('rows') ?? 1)
const store = await openTestStore({ ...someone, role: (wanted.get('role') ?? 'ADMIN') as Role })
fill(store, 2392 * rows, 3162 * rows, 4153 * rows)
store.setStatus({
  connection: (wanted.get('connection') ?? 'online') as Connection,
  hasAllRows: wanted.get('complete') !== 'no',
  lastSync: Date.now(),
})
Object.assign(globalThis, { store })

const other = { ...someone, id: 'other', firstName: 'Marek', lastName: 'Novák' }
const cookie = fakeCookie(wanted.has('nobody') ? null : store.identity)
const session = createSession(
  sessionDeps(store, {
    open: async () => store,
    cookie,
    fetchSession: async () => ({ kind: 'user', identity: cookie.value === other.id ? other : store.identity }),
    remembered: async () => (wanted.has('nobody') ? null : store.identity),
    sealed: async () => (wanted.has('sealed') ? [{ identity: other, unsent: 3 }] : []),
  }),
)
Object.assign(globalThis, {
  somebodyElse: (overrides: Partial<Identity> = {}) => {
    Object.assign(other, overrides)
    cookie.value = other.id
    void session.check()
  },
})
history.replaceState(null, '', wanted.get('at') ?? '/')
void session.start()
await startI18n()
createRoot(document.getElementById('root')!).render(<App session={session} />)
