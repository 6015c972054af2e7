import type { ServerRules } from '../desk/noun-rules.ts'
import { retellKnown } from '../desk/retell-known.ts'

export const projectRules: ServerRules<'projects'> = {
  async follow(set, { was, is }) {
    if (was && is && was.isVisibleToInvestors !== is.isVisibleToInvestors) await retellKnown(set, 'projects', is.id)
  },
}
