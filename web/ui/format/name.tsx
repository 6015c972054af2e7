import classes from './name.module.css'

/**
 * A text that a person typed. It keeps its own direction whatever the page's is: "500 Startups" reads the same in
 * Arabic. Inside an element with `data-cut` it takes one line and is cut at its own end.
 */
export const Name = ({ children }: { readonly children: string | null | undefined }) => (
  <bdi dir="auto" className={classes['name']}>
    {children}
  </bdi>
)
