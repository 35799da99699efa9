-- Only the text that the site came with is replaced.
update about_content
  set content = 'What we have built together so far.'
  where section = 'stats'
    and content = 'What we have built together so far. Customers and satisfaction are estimates.';
