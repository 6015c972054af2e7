// Possible mistakes in the source: each breaks one rule. The simulator must find every one of them.
import type { SourceMutant } from './mutate-source.ts'

export const sourceMutants = {
  'what a form showed is not named': {
    breaks: 'MERGE4',
    file: 'web/store/make-change.ts',
    find: '(number > 0 ? { seen: number } : {})',
    put: '({})',
    isQuick: true,
  },
  'nobody writes down what left an investor’s audience': {
    breaks: 'PULL11',
    file: 'sync-server/records/stamp.ts',
    find: '!to.has(audience))',
    put: "!to.has(audience) && !audience.startsWith('investor:'))",
  },
  'the outbox keeps to the history it knows': {
    breaks: 'HIST5',
    file: 'web/store/outbox-entry.ts',
    find: 'history !== null && history < present',
    put: 'history === undefined',
  },
  'a page is cut inside a number': {
    breaks: 'PULL2',
    file: 'sync-server/sync/feed.ts',
    find: 'window w as (order by n))',
    put: 'window w as (order by n, line))',
    isQuick: true,
  },
  'the digest is never compared': {
    breaks: 'PULL10',
    file: 'web/store/pull.ts',
    find: 'if (!page.digest) return true',
    put: 'return true',
  },
  'narrowed means widened': {
    breaks: 'FOLD3',
    file: 'sync-server/sync/scope.ts',
    find: 'return rank(toRole) > rank(fromRole) || fromLinks.some((link) => !toLinks.includes(link))',
    put: 'return !(rank(toRole) > rank(fromRole) || fromLinks.some((link) => !toLinks.includes(link)))',
  },
  'a retry names the old base': {
    breaks: 'SEND7',
    file: 'web/store/settlement.ts',
    find: 'isOwn(row, told, field) ? row![field] : (now ?? null)',
    put: 'operation.base[field] ?? null',
  },
  'a leader that lost the lock goes on': {
    breaks: 'SEND9',
    file: 'web/store/sync-loop.ts',
    find: 'held: () => this.#lock.held && !this.#stopping',
    put: 'held: () => !this.#stopping',
  },
  'a verdict is given to whoever asks': {
    breaks: 'PUSH3',
    file: 'sync-server/records/judge-batch.ts',
    find: ' && before.userId === viewer.userId',
    put: '',
  },
  'an overlay goes before its verdict is durable': {
    breaks: 'SEND5',
    file: 'web/store/outbox.ts',
    find: '    await this.#queue.insert(documents)\n',
    put: '    for (const { order, record } of placed) if (record.kind === "receipt") this.#entries.take(order, record, committedAt)\n    await this.#queue.insert(documents)\n',
  },
  'what a tab supposes is not asked of the server': {
    breaks: 'SEND8',
    file: 'web/store/outbox-entry.ts',
    find: '!entry.discarded && (entry.verdict',
    put: '!entry.discarded && becauseOf(entry) === null && (entry.verdict',
  },
  'what left before a scope began is told in it': {
    breaks: 'PULL11',
    file: 'sync-server/sync/feed.ts',
    find: 'x.left_at > greatest(${after}, ${began})',
    put: 'x.left_at > ${after}',
  },
  'nothing waits behind a parked change': {
    breaks: 'SEND4',
    file: 'web/store/batch.ts',
    find: 'putOff?.has(entry) || touches(entry, behind)) {',
    put: 'putOff?.has(entry)) {',
  },
  'what other tabs wrote is not read': {
    breaks: 'TAB1',
    file: 'web/store/sync-loop.ts',
    find: 'if (!(await this.#core.outbox.catchUp())) return',
    put: 'return',
  },
  'what is sent again does not lie over the new set': {
    breaks: 'HIST5',
    file: 'web/store/outbox-entry.ts',
    find: '  if (isFavourable(verdict)) return entry.change.ops\n',
    put: '  if (isFavourable(verdict)) return isFromOldHistory(entry, reached.nextHistory) ? [] : entry.change.ops\n',
  },
  'an investor’s rows are filled as those of staff': {
    breaks: 'GROW3',
    file: 'web/store/fill-rows.ts',
    find: '[readersOf(onlyStaff in row)]',
    put: "['staff']",
  },
  'rows age only when the app starts again': {
    breaks: 'FOLD7',
    file: 'web/store/feed.ts',
    find: 'if (days === 0) return',
    put: 'return',
  },
  'a page that comes late brings back what has aged': {
    breaks: 'FOLD7',
    file: 'web/store/folded-rows.ts',
    find: '    if (this.#ages?.isAged(row())) return this.#hide(id, row(), into)\n',
    put: '',
  },
  'changes are not sealed': {
    file: 'web/store/database.ts',
    find: "outbox: ['text'], device",
    put: 'outbox: [], device',
    isQuick: true,
  },
} satisfies Record<string, SourceMutant>
