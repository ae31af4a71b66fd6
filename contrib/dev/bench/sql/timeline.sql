-- A day's entries, newest first; one that began up to a day earlier and reaches into it counts.
SELECT * FROM entry INDEXED BY entry_by_start
  WHERE child_id = :child AND deleted_at IS NULL AND start_at < :to AND start_at >= :from - 86400000
    AND (start_at >= :from OR end_at > :from OR timer IS NOT NULL)
  ORDER BY start_at DESC, id DESC;
SELECT * FROM entry INDEXED BY entry_running
  WHERE child_id = :child AND deleted_at IS NULL AND timer IS NOT NULL AND start_at < :from - 86400000 ORDER BY start_at DESC, id DESC;
