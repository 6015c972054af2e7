import classes from './name.module.css'

/** Typed text keeps its own direction: "500 Startups" reads the same on an Arabic page. */
export const Name = ({ children }: { readonly children: string | null | undefined }) => (
  <bdi dir="auto" className={classes['name']}>
    {children}
  </bdi>
)
