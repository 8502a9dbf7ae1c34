"""What people read: tables, pages, pictures, and the JSON documents that programs read."""
