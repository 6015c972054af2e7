// The files of the demo's documents, generated when somebody opens one: everybody who may see the document gets its
// page.
import { Hono } from 'hono'
import { registry } from '#schema/registry.ts'
import { filePathOf } from '#schema/files.ts'
import { isUuid } from '#schema/protocol.ts'
import type { Database } from '../db/database.ts'
import { readRow } from '../records/read.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import type { Env } from '../http/env.ts'
import { onePagePdf } from './one-page-pdf.ts'

export function demoFiles({ database }: { readonly database: Database }): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/files/:id', async (context, next) => {
    const session = context.get('session')
    const id = context.req.param('id').toLowerCase()
    if (!session || !isUuid(id)) return next()
    const { viewer } = session
    const row = await database.tenant(viewer.tenantId, (tx) => readRow(tx, registry.documents, viewer, id))
    if (row?.['url'] !== filePathOf(id) || row['version'] !== 0) return next()
    const name = String(row['name'])
    const lines = [`${session.person.tenantName} · ${String(row['createdAt']).slice(0, 10)}`]
    const about = 'A page of the demo: it stands for the file that a firm keeps here.'
    return context.body(onePagePdf(name, [...lines, about]).buffer as ArrayBuffer, 200, {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('inline', `${name}.pdf`),
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
    })
  })

  return app
}
