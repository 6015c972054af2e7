import type { SourceMutant } from '../mutants/mutate-source.ts'

export const versionMutants = {
  'an older node sends fields that the newer one hides': {
    breaks: 'GROW7',
    file: 'sync-server/sync/scope.ts',
    find: 'restriction ? { ...viewer, fieldVisibility: restriction.fieldVisibility } : viewer',
    put: 'restriction ? viewer : viewer',
    firstHistory: 6,
  },
  'rows from an older node are not downloaded again': {
    breaks: 'GROW18',
    file: 'sync-server/sync/feed.ts',
    find: '...(restriction?.isOlder ? { older: true as const } : {}),',
    put: '',
  },
  'an older node judges changes with unknown names': {
    breaks: 'GROW8',
    file: 'sync-server/records/write/newer-names.ts',
    find: "if (!others && submitted.every((each) => !('rows' in each))) return submitted",
    put: 'return submitted',
  },
  'an older node rejects unknown verbs': {
    breaks: 'GROW9',
    file: 'sync-server/sync/unknown-change.ts',
    find: 'ops.some(isUnknown) ?',
    put: 'ops.length < 0 ?',
  },
  'a new field has no default in older rows': {
    breaks: 'GROW3',
    file: 'web/store/feed/fill-rows.ts',
    find: "typeof value === 'object' ? null : (value ?? null)",
    put: "typeof value === 'object' ? null : null",
  },
  'a removed field does not narrow the scope': {
    breaks: 'GROW13',
    file: 'sync-server/sync/scope.ts',
    find: 'ordinal > Number(fromNames) && narrows',
    put: 'ordinal < Number(fromNames) && narrows',
  },
} satisfies Record<string, SourceMutant>
