import { pictureAddress, pictureSources } from '#app/components/item-picture.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { classNames } from '#app/ui/class-names.ts'
import { SectionLink } from './section-link.tsx'
import type { HeroProps } from './section-types.ts'

/** The cover: large type on paper beside a picture that runs off the page. */
export function HeroSection({ title, subtitle, description, button, imageUrl }: HeroProps) {
  return (
    <section className={classNames('hero', imageUrl ? 'hero-with-picture' : 'bg-sand')}>
      {imageUrl && (
        <img
          src={pictureAddress(imageUrl, 960)}
          srcSet={pictureSources(imageUrl)}
          sizes="(min-width: 900px) 48vw, 100vw"
          alt=""
          width={1200}
          height={1200}
          fetchPriority="high"
          className="hero-picture"
        />
      )}
      <div className="hero-text">
        <h1 className="hero-title">{title}</h1>
        {subtitle && <p className="hero-subtitle">{subtitle}</p>}
        {description && <p className="mt-6 max-w-md text-lg text-soft">{description}</p>}
        {button && (
          <p className="mt-9">
            <SectionLink to={button.link} className={buttonStyle({}, 'min-w-44')}>
              {button.text}
            </SectionLink>
          </p>
        )}
      </div>
    </section>
  )
}
