import { buttonStyle } from '#app/ui/button-style.ts'
import { classNames } from '#app/ui/class-names.ts'
import { imageInWidth, imageSources } from '#domain/shared/image-address.ts'
import { HeroSearch } from './hero-search.tsx'
import { SectionLink } from './section-link.tsx'
import type { HomeSection } from './section-types.ts'

/** The hero: large type on an empty area, and an image that extends to the edge of the page. */
export function HeroSection(props: HomeSection<'hero'>) {
  const { title, subtitle, description, button, imageUrl, imageIsWide, isFurther } = props
  const Title = isFurther ? 'h2' : 'h1'
  const shape = imageUrl ? (imageIsWide ? 'hero-wide' : 'hero-tall') : 'bg-sand'
  return (
    <section className={classNames('hero', shape)}>
      {imageUrl && <HeroPicture imageUrl={imageUrl} isWide={imageIsWide} />}
      <div className="hero-text">
        <Title className="hero-title">{title}</Title>
        {subtitle && <p className="hero-subtitle">{subtitle}</p>}
        {description && <p className="hero-description">{description}</p>}
        {button && (
          <p className="mt-6 sm:mt-8">
            <SectionLink to={button.link} className={buttonStyle({}, 'hero-button')}>
              {button.text}
            </SectionLink>
          </p>
        )}
      </div>
      <HeroSearch />
    </section>
  )
}

function HeroPicture({ imageUrl, isWide }: { imageUrl: string; isWide: boolean }) {
  return (
    <img
      src={imageInWidth(imageUrl, 1280)}
      srcSet={imageSources(imageUrl, 1600)}
      sizes={isWide ? '(min-width: 600px) 100vw, 160vw' : '(min-width: 900px) 48vw, 100vw'}
      alt=""
      width={isWide ? 1600 : 800}
      height={isWide ? 900 : 1600}
      fetchPriority="high"
      className="hero-picture"
    />
  )
}
