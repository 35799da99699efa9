import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { imageInWidth } from '#domain/shared/image-address.ts'
import { SectionHeading } from './section-heading.tsx'
import type { HomeSection } from './section-types.ts'

/** Logos; nothing when no brand is active. */
export function BrandsSection({ title, subtitle, brands }: HomeSection<'brands'>) {
  if (brands.length === 0) return null
  return (
    <section className="page-column">
      <SectionHeading title={title} subtitle={subtitle} className="mb-8" />
      <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-6">
        {brands.map(({ id, name, logoUrl, dealDetails }) => (
          <li key={id} className="relative">
            <div className="grid aspect-square place-items-center overflow-hidden rounded-picture bg-sheet">
              {logoUrl ? (
                <img
                  src={imageInWidth(logoUrl, 320)}
                  alt=""
                  width={320}
                  height={320}
                  loading="lazy"
                  className="size-full object-contain mix-blend-multiply"
                />
              ) : (
                <span aria-hidden="true" className="font-heading text-xl">
                  {name}
                </span>
              )}
            </div>
            <p className="mt-3 text-sm font-medium">
              <Link
                to={href('/brands/:id', { id })}
                className="after:absolute after:inset-0 hover:underline"
              >
                {name}
              </Link>
            </p>
            {dealDetails && <p className="mt-0.5 text-sm text-soft">{dealDetails}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
