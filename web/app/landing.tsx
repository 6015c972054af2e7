import { useEffect } from 'react'
import { sayWhetherReachable } from './landing-form.ts'

// It is static, in index.html: the application takes it from the page, and shows it where nobody turns out to be signed in.
const landing = document.getElementById('landing')
landing?.remove()

export function Landing() {
  useEffect(() => {
    if (!landing) return
    document.body.append(landing)
    document.documentElement.dataset['visit'] = 'new'
    void sayWhetherReachable()
    return () => {
      landing.remove()
      document.documentElement.dataset['visit'] = 'known'
    }
  }, [])
  return null
}
