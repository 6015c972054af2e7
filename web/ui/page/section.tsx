import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** A card of a page with a heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes['section']} aria-label={title}>
    <Title order={2}>{title}</Title>
    {children}
  </section>
)
