-- Plainer texts for the about page. Only a text that the site came with is replaced.
update about_content
  set content = 'Rent clothes by the week from small closets near you. Each closet chooses, delivers and cleans its own items.'
  where section = 'hero' and content = 'Hemline is a shared wardrobe: beautiful clothes, lent by small closets near you, for a week at a time.';
update about_content
  set content = 'Most special-occasion clothes are worn once. We make it easy to rent something beautiful for the evening and return it for the next person to enjoy.'
  where section = 'mission' and content = 'A dress worn once is a dress half used. We make it easy to wear something wonderful for the evening that deserves it and to pass it on to the next person in good condition.';
update about_content
  set content = 'Hemline began with a few dresses in a living room and a list of names on paper. Today, each closet on Hemline is still a small business whose owner knows every item.'
  where section = 'story' and content = 'It started with a single rail in a living room and a list of names on paper. Each closet on Hemline is still a small business run by somebody who knows every piece on the rail.';
