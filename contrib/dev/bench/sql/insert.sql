-- One entry, the same as the entry.log that it is compared with.
INSERT INTO entry (id, child_id, kind, method, amount, unit, start_at, end_unknown, created_at, updated_at)
  VALUES (?1, :child, 'feeding', 'bottle', 120, 'ml', :from, 0, :from, :from);
