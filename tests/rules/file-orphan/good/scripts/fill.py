import fields
