import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { folderStore } from '#server/files/file-store.ts'
import { jobsOf } from '#server/jobs.ts'
import { mailJob } from '#server/mail/mail.ts'
import { namedJobs } from '#web/entities/audit-logs/entry-labels.ts'
import { noPush } from '#server/test/services/push-service.ts'

it('every kind of job has its name in the audit trail', () => {
  const kinds = Object.keys(jobsOf({ files: folderStore(tmpdir()), tellHead: async () => {}, push: noPush }))
  expect(namedJobs.toSorted()).toEqual([...kinds, mailJob, 'other'].toSorted())
})
