-- A day's entries, newest first; one that began up to a day earlier and reaches into it counts.
SELECT * FROM entry WHERE child_id = :child AND deleted_at IS NULL AND start >= :from - 86400000 AND start < :to
  AND (start >= :from OR end > :from) ORDER BY start DESC, id DESC;
