// CITUS_URL is the database of a coordinator with at least one worker, as superuser.
import { makeTemplate } from '#server/test/template.ts'
import type { Step } from '../checks/steps.ts'
import { attackWorkers } from './attack-workers.ts'

export const citusStep = (): Step => ({
  name: 'distributed over Citus',
  run: async () => {
    const citusUrl = process.env['CITUS_URL']
    if (!citusUrl) throw new Error('Set CITUS_URL to the database of a coordinator, with its superuser')
    await makeTemplate(citusUrl)
    return attackWorkers(citusUrl)
  },
})
