// CITUS_URL is the database of a coordinator with two workers, as superuser.
import { makeTemplate } from '#server/test/template.ts'
import type { Step } from '../checks/steps.ts'
import { attackWorkers } from './attack-workers.ts'
import { rebalanceWhileWriting } from './rebalance-while-writing.ts'

export const citusStep = (): Step => ({
  name: 'distributed over Citus',
  run: async () => {
    const citusUrl = process.env['CITUS_URL']
    if (!citusUrl) throw new Error('Set CITUS_URL to the database of a coordinator, with its superuser')
    await makeTemplate(citusUrl)
    const counts = [await attackWorkers(citusUrl), await rebalanceWhileWriting(citusUrl)]
    return {
      passed: counts.reduce((sum, { passed }) => sum + passed, 0),
      failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    }
  },
})
