// The first script of every visit. Where nobody has been signed in the landing page is all there is: it is in index.html
// already, and what the application needs is brought after it.
import { sayWhetherReachable, watchLanding } from './app/landing-form.ts'
import { registerWorker } from './app/register-worker.ts'
import { isRemembered } from './app/remembered.ts'

const page = document.documentElement

async function isNewcomer(): Promise<boolean> {
  return page.dataset['visit'] !== 'known' && !(await isRemembered(indexedDB))
}

/** When the landing page stands and nothing else is to be done. */
function afterwards(work: () => void): void {
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}

watchLanding()
if (await isNewcomer()) {
  page.dataset['visit'] = 'new'
  afterwards(() => {
    void sayWhetherReachable()
    if (import.meta.env.PROD) void registerWorker()
  })
} else {
  page.dataset['visit'] = 'known'
  await import('./main.tsx')
}
