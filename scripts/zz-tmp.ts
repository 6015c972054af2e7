import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openStore } from '/work/main/web/store/open.ts'
import { FakeLocks, FakeChannels } from '/work/main/web/store/test/browser.ts'
import { Clock } from '/work/main/web/store/test/clock.ts'
import { Server } from '/work/main/web/store/test/server.ts'
import { v7 } from 'uuid'
let imm = 0, tmo = 0
const si = globalThis.setImmediate, st = globalThis.setTimeout
globalThis.setImmediate = ((...a) => { imm++; return si(...a) }) as any
globalThis.setTimeout = ((f, ms, ...a) => { tmo++; console.log('setTimeout', ms, new Error().stack.split('\n')[2]); return st(f, ms, ...a) }) as any
async function settle() { for (let i=0, last=imm; ;) { await new Promise(r=>si(r)); if (imm!==last) { last=imm; i=0 } else if (++i>3) break } }
for (let k = 0; k < 6; k++) {
  const server = new Server(); const clock = new Clock()
  const t = performance.now(); const i0 = imm
  const store = await openStore({ identity: { id: 'u', tenantId: 't'+k, tenantName:'x', email:'', firstName:null,lastName:null, role:'ADMIN', profileImageUrl:null }, fetch: server.fetch, locks: new FakeLocks(), idb: { indexedDB: new IDBFactory(), IDBKeyRange }, timers: clock, now: clock.now, random: () => 0.5, newId: () => v7(), today: () => '2026-01-01', openChannel: new FakeChannels().open, report: (e) => console.log('R', e) })
  const t1 = performance.now(); const i1 = imm
  await settle()
  const t2 = performance.now()
  await store.create('projects', { name: 'A', type: 'REAL_ESTATE' })
  const t3 = performance.now()
  await settle()
  const t4 = performance.now()
  console.log('open', (t1-t).toFixed(1), i1-i0, 'settle', (t2-t1).toFixed(1), 'create', (t3-t2).toFixed(1), 'settle', (t4-t3).toFixed(1), imm-i1, store.status)
  const i5 = imm
  await store.close(); console.log('close', (performance.now()-t4).toFixed(1), imm - i5)
}
