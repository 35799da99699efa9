import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The site map: every URL, nested under the layout that guards it.
export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('about', 'routes/storefront/about.tsx'),
    route('feedback', 'routes/storefront/feedback.tsx'),
    route('styles', 'routes/storefront/styles.tsx'),
    route('locations', 'routes/storefront/locations.tsx'),
    route('occasions', 'routes/storefront/occasions.tsx'),
    route('sizes', 'routes/storefront/sizes.tsx'),
    route('item/:id', 'routes/storefront/item.tsx'),
    // Signed in, or to /auth and back.
    layout('routes/account/layout.tsx', [
      route('my-likes', 'routes/account/my-likes.tsx'),
      route('my-rentals', 'routes/account/my-rentals.tsx'),
      route('credits', 'routes/account/credits.tsx'),
      route('credits/portal', 'routes/account/billing-portal.ts'),
      route('credits/statement.csv', 'routes/account/statement-csv.ts'),
      route('credits-success', 'routes/account/credits-success.tsx'),
      route('deposit-success', 'routes/account/deposit-success.tsx'),
      route('rental-success', 'routes/account/rental-success.tsx'),
      route('profile', 'routes/account/profile.tsx'),
      route('business-apply', 'routes/account/business-apply.tsx'),
    ]),
    layout('routes/business/layout.tsx', [
      route('business', 'routes/business/my-closet.tsx'),
      route('business/items/new', 'routes/business/item-new.tsx'),
      route('business/items/:id', 'routes/business/item-edit.tsx'),
      route('business/rentals', 'routes/business/rentals.tsx'),
      route('business/rentals/:id', 'routes/business/rental.tsx'),
      route('business/earnings', 'routes/business/earnings.tsx'),
      route('business/earnings.csv', 'routes/business/earnings-csv.ts'),
    ]),
    layout('routes/admin/layout.tsx', [
      route('admin', 'routes/admin/dashboard.tsx'),
      route('admin/applications', 'routes/admin/applications.tsx'),
      route('admin/items', 'routes/admin/items.tsx'),
      route('admin/rentals', 'routes/admin/rentals.tsx'),
      route('admin/rentals/:id', 'routes/admin/rental.tsx'),
    ]),
    route('*', 'routes/storefront/not-found.tsx'),
  ]),
  layout('routes/auth/layout.tsx', [
    route('auth', 'routes/auth/auth.tsx'),
    route('auth/forgot', 'routes/auth/forgot.tsx'),
    route('auth/reset', 'routes/auth/reset.tsx'),
    route('auth/verify', 'routes/auth/verify.tsx'),
  ]),
  route('sign-out', 'routes/auth/sign-out.ts'),
  route('likes', 'routes/hooks/likes.ts'),
  route('uploads', 'routes/hooks/uploads.ts'),
  route('images/:id', 'routes/hooks/image.ts'),
  route('calendar/:file', 'routes/hooks/closet-calendar.ts'),
  route('hooks/stripe', 'routes/hooks/stripe.ts'),
  route('healthz', 'routes/hooks/healthz.ts'),
  route('dev/mail', 'routes/hooks/dev-mail.tsx'),
] satisfies RouteConfig
