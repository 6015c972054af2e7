import { useEffect } from 'react'
import { checkReachability } from './landing-form.ts'

// The landing page is static HTML in index.html: the application takes it out of the page and shows it again when
// nobody is signed in.
const landing = document.getElementById('landing')
landing?.remove()

export function Landing() {
  useEffect(() => {
    if (!landing) return
    document.body.append(landing)
    document.documentElement.dataset['visit'] = 'new'
    void checkReachability()
    return () => {
      landing.remove()
      document.documentElement.dataset['visit'] = 'known'
    }
  }, [])
  return null
}
