// The React that people get has no `act`, by which vitest-browser-react waits until what it renders is drawn.
import React from 'react'
import { flushSync } from 'react-dom'

/** After what React and its effects have put off so far. */
const afterTheirTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Effects may put off renderings, whose effects may do so again. */
const turns = 3

async function settle(work: () => Promise<void>): Promise<void> {
  await flushSync(work)
  for (let turn = 0; turn < turns; turn++) await afterTheirTurn()
}

Object.assign(React, { act: settle })
