import { afterAll, afterEach, expect } from 'vitest'
import { saveReceived } from './recorded-responses.ts'
import { drainReceivedResponses, drainUndescribedResponses } from '#server/test/app.ts'

const { testPath } = expect.getState()

afterEach(() => {
  const undescribed = drainUndescribedResponses()
  if (undescribed.length > 0) throw new Error(`openapi.json does not describe:\n${undescribed.join('\n')}`)
})

afterAll(() => saveReceived(testPath!, drainReceivedResponses()))
