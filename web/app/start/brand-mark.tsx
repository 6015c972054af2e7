import { brandShapes, brandView } from './brand-shapes.ts'

export const BrandMark = ({ size }: { readonly size: number }) => (
  <svg
    width={size}
    height={size}
    viewBox={brandView}
    fill="none"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: brandShapes }}
  />
)
