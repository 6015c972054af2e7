import * as z from 'zod'
import { verdict } from '#schema/sync/protocol.ts'
import { textOrNull, timeText, uuidText } from './shapes.ts'

export const heldRow = z.object({
  id: uuidText,
  userId: uuidText.describe('The author'),
  sessionId: uuidText,
  device: textOrNull,
  verdict: z.nullable(verdict),
  decidedBy: z.nullable(uuidText),
  decidedAt: z.nullable(timeText),
  createdAt: timeText,
})
