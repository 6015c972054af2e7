import type { ServerRules } from '../records/noun-rules.ts'
import { retellKnown } from '../records/retell-known.ts'

export const projectRules: ServerRules<'projects'> = {
  async follow(set, { was, is }) {
    if (was && is && was.isVisibleToInvestors !== is.isVisibleToInvestors) await retellKnown(set, 'projects', is.id)
  },
}
