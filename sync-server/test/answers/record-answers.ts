// Fails tests with undescribed responses, and saves those received.
import { afterAll, afterEach, expect } from 'vitest'
import { keepMet } from './recorded-answers.ts'
import { takeMet, takeUndescribed } from '#server/test/app.ts'

const { testPath } = expect.getState()

afterEach(() => {
  const undescribed = takeUndescribed()
  if (undescribed.length > 0) throw new Error(`openapi.json does not describe:\n${undescribed.join('\n')}`)
})

afterAll(() => keepMet(testPath!, takeMet()))
